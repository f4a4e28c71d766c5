/* Baseline: Grundy values of Chomp with three rows x >= y >= z, x < n, single thread, option by option. The first cell is
   never taken: who would have to take it has lost. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <time.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
static long min(long a,long b){return a<b?a:b;}
int main(int c,char**a){ long n=atol(a[1]),positions=0; double t0=now();
  uint16_t*G=malloc(n*n*n*2); uint32_t*seen=calloc(3*n,4),stamp=0; uint64_t sum=0; /* no value exceeds the number of cells */
#define AT(x,y,z) G[((x)*n+(y))*n+(z)]
#define MARK(x,y,z) seen[AT(x,y,z)]=stamp
  for(long x=0;x<n;x++)for(long y=0;y<=x;y++)for(long z=0;z<=y;z++){ stamp++;
    for(long k=1;k<x;k++)MARK(k,min(y,k),min(z,k));
    for(long k=0;k<y;k++)MARK(x,k,min(z,k));
    for(long k=0;k<z;k++)MARK(x,y,k);
    int v=0;while(seen[v]==stamp)v++;AT(x,y,z)=v;sum+=v;positions++;}
  double t=now()-t0;
  printf("chomp n=%ld positions=%ld sum=%lu time=%.4f Mpos/s=%.4f\n",n,positions,sum,t,positions/t/1e6);}
