import { Component, type ReactNode } from 'react';
import { ErrorMessage } from '../components/error-message.tsx';
import { Page } from '../components/pages/page.tsx';

export interface ErrorBoundaryProps {
  /** The address: another one is drawn anew. */
  readonly location: string;
  /** Called before it is drawn again: forgets what may have broken it. */
  readonly onReset?: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | undefined;
}

/** Shows the error in the place of what could not be drawn: without it, React takes away everything up to the root. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override readonly state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidUpdate({ location }: ErrorBoundaryProps): void {
    if (location !== this.props.location && this.state.failure !== undefined) this.reset();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <Page title="This page broke">
        <ErrorMessage error={failure.error} title="It could not be drawn" onRetry={() => this.reset()} />
      </Page>
    );
  }

  private reset(): void {
    this.props.onReset?.();
    this.setState({ failure: undefined });
  }
}
