/** Prints the page in light colours, also where the screen is dark: paper is white. */
export function printInLight(): void {
  const { dataset } = document.documentElement;
  let scheme: string | undefined;
  window.onbeforeprint = () => {
    scheme = dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
  };
  window.onafterprint = () => {
    dataset['mantineColorScheme'] = scheme;
  };
}
