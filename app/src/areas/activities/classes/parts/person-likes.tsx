import { LikeButton } from '../../../../ui/like-button'
import type { Likes } from '../invitation-likes-data'
import { LikeCount } from './like-count'

type Props = {
  id: string
  name: string
  /** The number from the server. */
  count: number
  likes: Likes
}

/** The likes of one person. Participants of a completed class can press the heart; others read the number. */
export function PersonLikes({ id, name, count, likes }: Props) {
  if (!likes.mayLike(id)) return <LikeCount count={count} name={name} />
  const { count: shown, on, busy } = likes.stateOf(id, count)
  return <LikeButton count={shown} on={on} busy={busy} name={name} onToggle={() => likes.toggle(id)} />
}
