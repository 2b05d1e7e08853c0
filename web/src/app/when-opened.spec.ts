import { whenOpened } from './when-opened.js';

function setPrerendering(isPrerendering: boolean): void {
  Object.defineProperty(document, 'prerendering', { value: isPrerendering, configurable: true });
}

describe('whenOpened', () => {
  afterEach(() => Reflect.deleteProperty(document, 'prerendering'));

  it('starts a page immediately in a browser that renders nothing in advance', () => {
    const start = jest.fn();
    whenOpened(start);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('starts a page that was rendered in advance once, when it is opened', () => {
    setPrerendering(true);
    const start = jest.fn();
    whenOpened(start);
    expect(start).not.toHaveBeenCalled();
    setPrerendering(false);
    document.dispatchEvent(new Event('prerenderingchange'));
    document.dispatchEvent(new Event('prerenderingchange'));
    expect(start).toHaveBeenCalledTimes(1);
  });
});
