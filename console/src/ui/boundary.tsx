import { App, Button, Result } from 'antd'
import { Component, type ReactNode } from 'react'
import { isReachable, PageNotLoaded } from '../platform/load-page'
import { reportError } from '../platform/report-error'

type Props = {
  /** The present path: a navigation resets the boundary. */
  at: string
  children: ReactNode
}
type State = { fault: unknown }

/** Catches a rendering error and shows it in place, with a way to continue. The surrounding content stays. */
export class Boundary extends Component<Props, State> {
  override state: State = { fault: undefined }

  static getDerivedStateFromError(fault: unknown): State {
    return { fault }
  }

  override componentDidCatch(fault: unknown) {
    reportError('render', fault)
  }

  override componentDidUpdate({ at }: Props) {
    if (at !== this.props.at && this.state.fault !== undefined) this.setState({ fault: undefined })
  }

  override render() {
    return this.state.fault === undefined ? this.props.children : <Broken fault={this.state.fault} />
  }
}

function Broken({ fault }: { fault: unknown }) {
  const { message } = App.useApp()
  const isOffline = fault instanceof PageNotLoaded && fault.isOffline
  const openAgain = async () => {
    if (await isReachable()) location.reload()
    else message.warning('仍然连不上服务器，请检查网络')
  }
  return (
    <Result
      status={isOffline ? 'warning' : 'error'}
      title={isOffline ? '网络不可用，页面没有打开' : '页面出错了'}
      subTitle={isOffline ? '请检查网络，恢复后再打开。' : '请重新打开；反复出现时请联系技术人员，说明您刚才做了什么。'}
      extra={
        <Button type="primary" onClick={() => void openAgain()}>
          重新打开
        </Button>
      }
    />
  )
}
