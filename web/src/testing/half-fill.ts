import { fireEvent } from '@testing-library/react';

/**
 * Leaves a `datetime-local` field with a date and without a time, which jsdom cannot do. @returns a function that
 * completes it
 */
export function halfFill(field: HTMLElement): (value: string) => void {
  fireEvent.change(field, { target: { value: '' } });
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: true } });
  return (value) => {
    Reflect.deleteProperty(field, 'validity');
    fireEvent.change(field, { target: { value } });
  };
}
