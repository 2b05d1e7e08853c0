import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { SteadyButton } from '../components/ui/steady-button.js';

/** Primary colour. Shade 7 carries white text at 5.2:1. */
const harbor: MantineColorsTuple = [
  '#e9f6f4',
  '#d2ebe7',
  '#a5d7d0',
  '#72c2b8',
  '#45ada1',
  '#279a8d',
  '#158a7d',
  '#0b756a',
  '#0a6058',
  '#084c46',
];

/** Highlight colour, never used for text alone. */
const manila: MantineColorsTuple = [
  '#fff8e8',
  '#fdeecb',
  '#fbdd98',
  '#f8ca60',
  '#f5ba36',
  '#f3b01d',
  '#d99a10',
  '#a87508',
  '#7d5706',
  '#553b04',
];

/** Bluish greys of dark mode. */
const dark: MantineColorsTuple = [
  '#e4e8ee',
  '#c6cdd8',
  '#a4aebd',
  '#7e8a9c',
  '#3b495c',
  '#2b3748',
  '#1a2432',
  '#101822',
  '#0b1119',
  '#070c12',
];
const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#eef1f2',
  '#e2e7e9',
  '#d3dadd',
  '#bcc6cb',
  '#94a1a9',
  '#64727c',
  '#46535e',
  '#2c3843',
  '#16212c',
];

/** Colour of destructive actions. Shade 7 carries white text at 5.4:1. */
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#ffc6c6',
  '#ff9d9d',
  '#fb7676',
  '#ee5656',
  '#d83f3f',
  '#c22f2f',
  '#9f2424',
  '#7d1d1d',
];

/** Colour of warnings. Shade 9 is text on shade 1, at 5.9:1. */
const orange: MantineColorsTuple = [
  '#fff4e6',
  '#ffe8cc',
  '#ffd8a8',
  '#ffc078',
  '#ffa94d',
  '#ff922b',
  '#fd7e14',
  '#f76707',
  '#d9480f',
  '#9a3a0a',
];

const body = "'Instrument Sans Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const display = "'Bricolage Grotesque Variable', 'Instrument Sans Variable', system-ui, sans-serif";

/** The head of a dialog. A `header` would be a second banner of the page. */
const noBanner = { component: 'div' };

export const theme = createTheme({
  colors: { harbor, manila, dark, gray, red, orange },
  primaryColor: 'harbor',
  primaryShade: { light: 7, dark: 7 },
  black: '#14202b',
  fontFamily: body,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '9px', lg: '14px', xl: '22px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: display,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.375rem)', lineHeight: '1.12' },
      h2: { fontSize: 'clamp(1.25rem, 1.15rem + 0.5vw, 1.5rem)', lineHeight: '1.25' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  // Plain objects instead of `Component.extend`, which would pull every component into the first page's code.
  components: {
    Button: { defaultProps: { size: 'md', component: SteadyButton }, styles: { root: { fontWeight: 600 } } },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 'lg', component: SteadyButton },
    },
    Anchor: { defaultProps: { underline: 'hover' } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    // Mantine gives a modal its focus trap, and returns the focus when it closes.
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: noBanner },
      },
      styles: {
        // The button to close stays in the corner beside a title of several lines.
        header: { alignItems: 'flex-start' },
        body: { overflowWrap: 'anywhere' },
        title: { fontWeight: 600, overflowWrap: 'anywhere' },
      },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: noBanner } },
    },
    // Announces why a field was refused, also where the focus is in the field already or the form does not move it.
    InputError: { defaultProps: { role: 'alert' } },
    Alert: { defaultProps: { variant: 'light' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none' },
      // Never truncates a badge, however narrow its column. Badges with texts of users break or shorten them.
      styles: { root: { width: 'max-content', overflow: 'visible' }, label: { overflow: 'visible' } },
    },
    Accordion: {
      defaultProps: { variant: 'separated', radius: 'md' },
      styles: {
        item: {
          backgroundColor: 'var(--mantine-color-body)',
          border: '1px solid var(--waybill-line)',
        },
      },
    },
    SegmentedControl: {
      styles: { root: { backgroundColor: 'color-mix(in srgb, var(--waybill-line) 55%, transparent)' } },
    },
    Skeleton: { defaultProps: { radius: 'md' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});

/** Background under the cards, and text greys with a contrast of 4.5:1 on it. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--waybill-desk': '#f5f7f6',
    '--waybill-line': '#d3dadd',
    '--waybill-hint': '#e9f6f4',
    '--waybill-tag': '#fdeecb',
    '--waybill-tag-ink': '#5d4105',
    '--mantine-color-dimmed': '#586672',
    '--mantine-color-error': '#c22f2f',
    '--mantine-color-anchor': '#0b756a',
  },
  dark: {
    '--waybill-desk': '#101822',
    '--waybill-line': '#2f3d4f',
    '--waybill-hint': '#12302f',
    '--waybill-tag': '#3a2e12',
    '--waybill-tag-ink': '#fbdd98',
    '--mantine-color-body': '#16202d',
    '--mantine-color-dimmed': '#a4aebd',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-anchor': '#72c2b8',
  },
});
