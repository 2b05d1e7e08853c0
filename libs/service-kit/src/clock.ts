import { Injectable } from '@nestjs/common';

/** The current time, injected so that tests can set it. */
export abstract class Clock {
  abstract now(): Date;
}

@Injectable()
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** A clock for tests, which only `advance` moves. */
export class ManualClock extends Clock {
  constructor(private time = new Date('2026-01-01T00:00:00Z')) {
    super();
  }

  now(): Date {
    return new Date(this.time);
  }

  advance(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}
