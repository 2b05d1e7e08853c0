import { Injectable } from '@nestjs/common';

/** What time it is. Injected, so that a test can say so. */
export abstract class Clock {
  abstract now(): Date;
}

@Injectable()
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** A clock that stands still until it is moved. */
export class ManualClock extends Clock {
  constructor(private time = new Date('2026-01-01T00:00:00Z')) {
    super();
  }

  now(): Date {
    return new Date(this.time);
  }

  /** Moves on by `ms` milliseconds. */
  advance(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}
