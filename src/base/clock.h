/* Time that passes: clocks that never go back, whatever happens to the date. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

uint64_t clock_us(void);
uint64_t clock_ms(void);
double clock_seconds(void);

/* The milliseconds left until a deadline, for poll(); 0 once it is there. */
int clock_left(uint64_t deadline_ms);

#endif
