import { Tag } from '../../../../ui/tag'
import { verdictOf } from '../message-labels'
import type { ShownMessage } from '../messages-data'

/** The answer to a request: 已同意 or 已拒绝. Nothing before a decision, or for a message without one. */
export function VerdictTag({ message }: { message: ShownMessage }) {
  const verdict = verdictOf(message)
  if (!verdict) return null
  return (
    <Tag kind={verdict.kind} icon={verdict.kind === 'ok' ? 'check' : 'close'}>
      {verdict.text}
    </Tag>
  )
}
