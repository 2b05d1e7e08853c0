import { Shutdown } from './shutdown.js';

describe('Shutdown', () => {
  it('runs its steps once, the last one first, also after a failed one', async () => {
    const shutdown = new Shutdown();
    const ran: string[] = [];
    shutdown.add(async () => ran.push('database'));
    shutdown.add(() => Promise.reject(new Error('no')));
    shutdown.add(async () => ran.push('service'));
    await expect(shutdown.run()).rejects.toThrow('Some shutdown steps failed: no');
    await expect(shutdown.run()).rejects.toThrow();
    expect(ran).toEqual(['service', 'database']);
  });

  it('runs a step that is added while the steps run, as by a start that a signal interrupts', async () => {
    const shutdown = new Shutdown();
    const ran: string[] = [];
    shutdown.add(async () => {
      ran.push('folder');
      shutdown.add(async () => ran.push('database'));
    });
    await shutdown.run();
    expect(ran).toEqual(['folder', 'database']);
  });

  it('runs the next step when one takes longer than its time limit', async () => {
    const shutdown = new Shutdown(10);
    const stopDatabase = jest.fn().mockResolvedValue(undefined);
    shutdown.add(stopDatabase);
    shutdown.add(() => new Promise<never>(() => undefined));
    await expect(shutdown.run()).rejects.toThrow('A shutdown step took over 10 ms');
    expect(stopDatabase).toHaveBeenCalledTimes(1);
  });
});
