import { homePath } from '../paths'
import { useIsUnknownPath } from '../platform/current-path'
import { isCutOff, reloadAnew, useChunkFailure } from '../platform/start'
import styles from './broken-page.module.scss'
import { Button } from './button'
import { Drawing } from './drawing'

/** Covers the app when the code of a page could not be loaded, or when the address is of no page. */
export function BrokenPage() {
  const failed = useChunkFailure((state) => state.failed)
  const isUnknown = useIsUnknownPath()
  if (!failed && !isUnknown) return null
  // Loading anew without a network would leave the app for a page of the browser.
  const isCut = failed && isCutOff()
  const goBack = () => {
    useChunkFailure.setState({ failed: false })
    window.history.back()
  }
  const goHome = () => {
    // Not by the router: it may wait for the missing code, and the code of home may be missing too.
    window.history.replaceState(null, '', `#${homePath()}`)
    return reloadAnew()
  }
  return (
    <div role="alert" className={styles.page}>
      <Drawing name={failed ? 'net' : 'court'} />
      <div className={styles.title}>{failed ? '页面加载失败' : '没有找到这个页面'}</div>
      <div className={styles.line}>
        {isCut
          ? '网络不可用，恢复后自动打开'
          : failed
            ? '网络不稳定或服务器繁忙，请稍后重试'
            : '链接可能不完整，或页面已不存在'}
      </div>
      <div className={styles.ways}>
        {isCut ? (
          window.history.length > 1 && <Button onPress={goBack}>返回</Button>
        ) : (
          <>
            {failed && <Button onPress={reloadAnew}>重试</Button>}
            <Button kind={failed ? 'plain' : 'filled'} onPress={goHome}>
              回首页
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
