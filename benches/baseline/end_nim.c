/* Baseline: Grundy values of End-Nim with three heaps in a row, an n x n x n box, single thread, option by option. A move
   takes tokens from a heap at an end of the row; where an end heap is empty, its neighbour is the end. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <time.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
int main(int c,char**a){ long n=atol(a[1]); double t0=now();
  uint16_t*G=malloc(n*n*n*2); uint32_t*seen=calloc(3*n,4),stamp=0; /* no value exceeds the token sum */
#define AT(x,y,z) G[((x)*n+(y))*n+(z)]
#define MARK(x,y,z) seen[AT(x,y,z)]=stamp
  for(long x=0;x<n;x++)for(long y=0;y<n;y++)for(long z=0;z<n;z++){ stamp++;
    for(long i=0;i<x;i++)MARK(i,y,z);
    if(x==0||z==0)for(long j=0;j<y;j++)MARK(x,j,z);
    for(long k=0;k<z;k++)MARK(x,y,k);
    int v=0;while(seen[v]==stamp)v++;AT(x,y,z)=v;}
  double t=now()-t0; uint64_t sum=0; for(long i=0;i<n*n*n;i++)sum+=G[i];
  printf("end_nim n=%ld sum=%lu time=%.4f Mpos/s=%.4f\n",n,sum,t,(double)n*n*n/t/1e6);}
