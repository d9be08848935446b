import { useToast } from '../platform/toast-present'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './toast-host.module.scss'

/** Shows the toast. The two live regions exist before any toast, otherwise screen readers would not announce it. */
export function ToastHost() {
  const toast = useToast((state) => state.toast)
  const pill = toast && (
    <div key={toast.id} className={classNames(styles.pill, styles[toast.tone])}>
      {toast.tone !== 'plain' && <Icon name={toast.tone === 'done' ? 'check' : 'warning'} />}
      <span>{toast.text}</span>
    </div>
  )
  const failed = toast?.tone === 'failed'
  return (
    <div className={styles.place}>
      <div role="status">{!failed && pill}</div>
      <div role="alert">{failed && pill}</div>
    </div>
  )
}
