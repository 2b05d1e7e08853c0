import { copyWithToast } from './clipboard.js';

describe('copyWithToast', () => {
  beforeEach(() => {
    // Plain http has no clipboard. Other tests of this window leave a clipboard of user-event.
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

  it('keeps the focus on the button at an address that has no clipboard of its own', async () => {
    jest.spyOn(HTMLTextAreaElement.prototype, 'select').mockImplementation(function (this: HTMLElement) {
      this.focus();
    });
    let copied: string | undefined;
    const execCommand = () => {
      copied = (document.activeElement as HTMLTextAreaElement).value;
      return true;
    };
    Object.assign(document, { execCommand });
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    expect(await copyWithToast('http://waybill.lan/a', 'Link copied')).toBe(true);
    expect(copied).toBe('http://waybill.lan/a');
    expect(button).toHaveFocus();
  });
});
