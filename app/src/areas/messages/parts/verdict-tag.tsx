import { Tag } from '../../../ui/tag'
import { verdictOf } from '../message-words'
import type { ShownMessage } from '../messages-data'

/** What became of a request: 已同意, 已拒绝; nothing while nobody has decided, and where nothing is to decide. */
export function VerdictTag({ message }: { message: ShownMessage }) {
  const verdict = verdictOf(message)
  if (!verdict) return null
  return (
    <Tag kind={verdict.kind} icon={verdict.kind === 'ok' ? 'check' : 'close'}>
      {verdict.text}
    </Tag>
  )
}
