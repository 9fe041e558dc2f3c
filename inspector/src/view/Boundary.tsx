import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** What stands in the place of what couldn't be drawn. */
  instead: (error: Error) => ReactNode;
}

/** Keeps what can't be drawn, such as a form of a broken schema, from taking the page along. */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : this.props.instead(error);
  }
}
