import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { JobDefinition } from './jobs.js';
import { type JobPerformer, performedBy } from './performs.decorator.js';

export interface JobPerformerMethod {
  readonly job: JobDefinition;
  readonly perform: JobPerformer<JobDefinition['data']>;
}

/** Finds the methods with @Performs in the modules of the process. */
@Injectable()
export class PerformerExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws Error when two methods perform the same job */
  find(): JobPerformerMethod[] {
    const performers = this.discovery.getProviders().flatMap(({ instance }) => this.of(instance as unknown));
    const names = performers.map(({ job }) => job.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new Error(`${twice} is performed by two methods; a job has one.`);
    return performers;
  }

  private of(instance: unknown): JobPerformerMethod[] {
    if (typeof instance !== 'object' || instance === null) return [];
    const methods = instance as Record<string, JobPerformer<JobDefinition['data']>>;
    return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
      const method = methods[name];
      const job = method && performedBy(method);
      return method && job ? [{ job, perform: method.bind(instance) }] : [];
    });
  }
}
