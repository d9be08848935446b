import { Button, Result } from 'antd'
import { sentenceOf } from '../platform/sentence-of'

/** What could not be read, with the server's own message, and a retry. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Result
      status="warning"
      title="加载失败"
      subTitle={sentenceOf(error)}
      extra={onRetry && <Button onClick={onRetry}>重试</Button>}
    />
  )
}
