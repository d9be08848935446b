import { homePath } from '../paths'
import { useIsUnknownPath } from '../platform/current-path'
import { reloadAnew, useChunkFailure } from '../platform/start'
import styles from './broken-page.module.scss'
import { Button } from './button'
import { Drawing } from './drawing'

/** Covers the app when the code of a page could not be loaded, or when the address is of no page. */
export function BrokenPage() {
  const failed = useChunkFailure((state) => state.failed)
  const isUnknown = useIsUnknownPath()
  if (!failed && !isUnknown) return null
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
        {failed ? '网络不稳定或服务器繁忙，请稍后重试' : '链接可能不完整，或页面已不存在'}
      </div>
      <div className={styles.ways}>
        {failed && <Button onPress={reloadAnew}>重试</Button>}
        <Button kind={failed ? 'plain' : 'filled'} onPress={goHome}>
          回首页
        </Button>
      </div>
    </div>
  )
}
