import { useChunkFailure } from '../platform/chunk-failure'
import styles from './chunk-failure-page.module.scss'
import { Drawing } from './drawing'

/** Covers the app when the code of a page could not be loaded: one press reloads everything. */
export function ChunkFailurePage() {
  const failed = useChunkFailure((state) => state.failed)
  if (!failed) return null
  return (
    <div role="alert">
      <button type="button" className={styles.page} onClick={() => window.location.reload()}>
        <Drawing name="net" />
        页面加载失败，点按重试
      </button>
    </div>
  )
}
