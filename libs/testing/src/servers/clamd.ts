import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchange } from './readiness.js';
import { starterOf } from './starter.js';

/** The EICAR test file, which every scanner takes for malware. Split, so that no scanner reports this source file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST', '-FILE!$H+H*'].join(
  '',
);

/** Signatures of the server: the official ones are too large to fetch for a test. */
const SIGNATURES = `Waybill.Test.Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`;

/** Bytes of the longest stream that the server of `startClamd` accepts. */
export const CLAMD_STREAM_MAX = 4 * 1024 * 1024;

/**
 * A starter of ClamAV's daemon with one signature, that of `EICAR`. `url` is for CLAMD_URL.
 * @param streamMax bytes of the longest stream that the server accepts
 */
export const clamdStarter = (streamMax: number) =>
  starterOf(
    {
      name: 'clamd',
      programs: ['clamd'],
      folders: ['/usr/sbin'],
      installedBy: 'apt-get install clamav-daemon',
      command: ({ folder, ports }, [file = '']) => {
        const signatures = join(folder, 'signatures');
        mkdirSync(signatures, { recursive: true });
        writeFileSync(join(signatures, 'test.ndb'), SIGNATURES);
        const settings = [
          'Foreground yes',
          `TCPSocket ${ports[0]}`,
          'TCPAddr 127.0.0.1',
          `DatabaseDirectory ${signatures}`,
          `TemporaryDirectory ${folder}`,
          `StreamMaxLength ${streamMax}`,
          `MaxFileSize ${streamMax}`,
          `MaxScanSize ${streamMax}`,
          'AlertExceedsMax yes',
          'MaxThreads 4',
        ];
        const path = join(folder, 'clamd.conf');
        writeFileSync(path, `${settings.join('\n')}\n`);
        return { file, args: ['--config-file', path] };
      },
      async checkReady(port) {
        const reply = await exchange(port, 'zPING\0');
        if (!reply.toString().startsWith('PONG')) throw new Error(reply.toString());
      },
    },
    (port) => ({ url: `tcp://127.0.0.1:${port}` }),
  );

/** Starts ClamAV's daemon with a stream limit that a test can exceed. */
export const startClamd = clamdStarter(CLAMD_STREAM_MAX);
