/* Baseline: Grundy values of r-Wythoff on an n x n box, single thread, option by option. A move takes tokens from one heap,
   or k >= 1 from one and l >= 1 from the other with |k - l| < r; the second argument is r. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <time.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
int main(int c,char**a){ long n=atol(a[1]),r=atol(a[2]); double t0=now();
  uint16_t*G=malloc(n*n*2); uint32_t*seen=calloc(2*n,4),stamp=0; /* no value exceeds the token sum */
  for(long x=0;x<n;x++)for(long y=0;y<n;y++){ stamp++;
    for(long k=1;k<=x;k++)seen[G[(x-k)*n+y]]=stamp;
    for(long l=1;l<=y;l++)seen[G[x*n+y-l]]=stamp;
    for(long k=1;k<=x;k++){long low=k-r+1>1?k-r+1:1,high=k+r-1<y?k+r-1:y;
      for(long l=low;l<=high;l++)seen[G[(x-k)*n+y-l]]=stamp;}
    int v=0;while(seen[v]==stamp)v++;G[x*n+y]=v;}
  double t=now()-t0; uint64_t sum=0; for(long i=0;i<n*n;i++)sum+=G[i];
  printf("r_wythoff n=%ld r=%ld sum=%lu time=%.4f Mpos/s=%.4f\n",n,r,sum,t,(double)n*n/t/1e6);}
