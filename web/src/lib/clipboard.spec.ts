import { copyWithToast } from './clipboard.js';

describe('copyWithToast', () => {
  it('keeps the focus on the button at an address that has no clipboard of its own', async () => {
    expect(navigator).not.toHaveProperty('clipboard');
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
