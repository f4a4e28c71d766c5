/* Baseline: Grundy values of dynamic Nim on one heap, an n x n box of positions (heap, last), single thread, option by
   option. A move takes a tokens, 1 <= a <= 3 * last, and leads to (heap - a, a). */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <time.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
int main(int c,char**a){ long n=atol(a[1]); double t0=now();
  uint16_t*G=malloc(n*n*2); uint32_t*seen=calloc(n+1,4),stamp=0; /* no value exceeds the heap */
  for(long x=0;x<n;x++)for(long y=0;y<n;y++){ long most=x<3*y?x:3*y; stamp++;
    for(long a=1;a<=most;a++)seen[G[(x-a)*n+a]]=stamp;
    int v=0;while(seen[v]==stamp)v++;G[x*n+y]=v;}
  double t=now()-t0; uint64_t sum=0; for(long i=0;i<n*n;i++)sum+=G[i];
  printf("dynamic n=%ld sum=%lu time=%.4f Mpos/s=%.4f\n",n,sum,t,(double)n*n/t/1e6);}
