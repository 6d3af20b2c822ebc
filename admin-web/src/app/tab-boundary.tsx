import { Button } from '@satrangi/kit';
import { Component, type ReactNode } from 'react';
import styles from './shell.module.css';

/** A tab that failed to load or to render: the rest of the screen keeps working. */
export class TabBoundary extends Component<{ children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }
  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={styles.failed}>
        <p role="alert">This tab could not be opened. A newer version may have been installed.</p>
        <Button onClick={() => location.reload()}>Load the page again</Button>
      </div>
    );
  }
}
