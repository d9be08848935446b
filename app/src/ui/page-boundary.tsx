import { Component, type ReactNode } from 'react'
import { reportError } from '../platform/report-error'
import { ErrorBlock } from './error-block'

type State = { failed: boolean }

/** Catches a rendering error of a part of the page, shows it in place and offers to render again. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
    reportError('render', error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorBlock
        title="页面出了点问题"
        cause="内容没有显示出来，请重试"
        onRetry={() => this.setState({ failed: false })}
      />
    )
  }
}
