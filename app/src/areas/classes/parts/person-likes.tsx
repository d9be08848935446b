import { LikeButton } from '../../../ui/like-button'
import type { Likes } from '../invitation-likes-data'
import { LikeCount } from './like-count'

type Props = {
  id: string
  name: string
  /** As the server counted. */
  count: number
  likes: Likes
}

/** The likes of one person: a heart to press for those who took part in the completed class, else a number to read. */
export function PersonLikes({ id, name, count, likes }: Props) {
  if (!likes.mayLike(id)) return <LikeCount count={count} name={name} />
  const { count: shown, on, busy } = likes.stateOf(id, count)
  return <LikeButton count={shown} on={on} busy={busy} name={name} onToggle={() => likes.toggle(id)} />
}
