/* Baseline: Grundy values of a subtraction game on one heap, single thread, option by option. The
   second argument lists the numbers in ascending order, as in 2,5,8. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
int main(int c,char**a){ long n=atol(a[1]),k=0; static uint32_t s[1<<20];
  for(char*p=strtok(a[2],",");p&&k<1<<20;p=strtok(NULL,","))s[k++]=strtoul(p,NULL,10);
  uint16_t*G=malloc(n*2); uint32_t*seen=calloc(k+2,4); double t0=now();
  for(long i=0;i<n;i++){for(long j=0;j<k&&s[j]<=i;j++)seen[G[i-s[j]]]=i+1;int v=0;while(seen[v]==i+1)v++;G[i]=v;}
  double t=now()-t0; uint64_t sum=0; for(long i=0;i<n;i++)sum+=G[i];
  printf("subtraction n=%ld numbers=%ld sum=%lu time=%.3f Mpos/s=%.3f\n",n,k,sum,t,(double)n/t/1e6);}
