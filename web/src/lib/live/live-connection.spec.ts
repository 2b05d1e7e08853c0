import { FakeEventSource } from '../../testing/event-source.js';
import { LiveConnection } from './live-connection.js';

const visit = {
  type: 'visit.page',
  at: '2026-11-22T12:00:00.000Z',
  visitId: '5b6f9f1c-2d3a-4e55-8a0e-6f1f0f7b7a11',

  fileId: '5b6f9f1c-2d3a-4e55-8a0e-6f1f0f7b7a12',
  name: 'Offer.pdf',
  isOwner: false,
  page: 3,
  pageCount: 30,
  linkId: '5b6f9f1c-2d3a-4e55-8a0e-6f1f0f7b7a12',
};

describe('LiveConnection', () => {
  let connection: LiveConnection;
  let stop: () => void;
  const listener = jest.fn();
  beforeEach(() => {
    jest.useFakeTimers();
    FakeEventSource.install();
    listener.mockReset();
    connection = new LiveConnection();
    stop = connection.listen(listener);
  });
  afterEach(() => {
    stop();
    FakeEventSource.uninstall();
    jest.useRealTimers();
  });

  it('a live connection is connected once something arrives, and not by the headers that a buffering proxy passes on', () => {
    FakeEventSource.current.answer();
    expect(connection.isConnected).toBe(false);
    FakeEventSource.current.beat('4');
    expect(connection.isConnected).toBe(true);
  });

  it('says by the clock of the browser when an event happened, however wrong that is', () => {
    jest.setSystemTime(new Date('2026-11-22T15:00:07.000Z'));
    FakeEventSource.current.beat('', new Date('2026-11-22T12:00:07.000Z'));
    FakeEventSource.current.send(visit, '5');
    expect(listener).toHaveBeenCalledWith(visit, Date.parse('2026-11-22T15:00:00.000Z'));
  });

  it('treats a silent connection as lost, and continues after its last event', () => {
    const first = FakeEventSource.current;
    first.answer();
    first.send(visit, '7');
    jest.advanceTimersByTime(30_000);
    first.beat('7');
    jest.advanceTimersByTime(30_000);
    expect(connection.isConnected).toBe(true);
    jest.advanceTimersByTime(15_000);
    expect(connection.isConnected).toBe(false);
    expect(first.readyState).toBe(FakeEventSource.CLOSED);
    expect(new URL(FakeEventSource.current.url, 'http://localhost').searchParams.get('lastEventId')).toBe(
      '7',
    );
    FakeEventSource.current.beat('7');
    expect(connection.isConnected).toBe(true);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('reconnects after a response that is no event stream, and closes when the last listener stops', () => {
    const first = FakeEventSource.current;
    first.close();
    first.onerror?.();
    jest.advanceTimersByTime(31_000);
    expect(FakeEventSource.opened).toHaveLength(2);
    stop();
    jest.advanceTimersByTime(120_000);
    expect(FakeEventSource.opened).toHaveLength(2);
    expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CLOSED);
  });
});
