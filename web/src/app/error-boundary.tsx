import { Component, type ReactNode } from 'react';

interface Props {
  /** Another value renders the children again. */
  readonly attempt: string;
  readonly fallback: (error: unknown) => ReactNode;
  readonly onCatch?: (() => void) | undefined;
  readonly children: ReactNode;
}

interface State {
  readonly attempt: string;
  readonly caught: { readonly error: unknown } | null;
}

/** Shows `fallback` in place of children that throw. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { attempt: this.props.attempt, caught: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ attempt }: Props, state: State): State | null {
    return attempt === state.attempt ? null : { attempt, caught: null };
  }

  override componentDidCatch(): void {
    this.props.onCatch?.();
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? this.props.fallback(caught.error) : this.props.children;
  }
}
