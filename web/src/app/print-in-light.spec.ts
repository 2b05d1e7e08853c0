import { printInLight } from './print-in-light.js';

describe('a printed page', () => {
  it('has light colours, also where the screen is dark', () => {
    const { dataset } = document.documentElement;
    dataset['mantineColorScheme'] = 'dark';
    printInLight();
    window.dispatchEvent(new Event('beforeprint'));
    expect(dataset['mantineColorScheme']).toBe('light');
    window.dispatchEvent(new Event('afterprint'));
    expect(dataset['mantineColorScheme']).toBe('dark');
  });
});
