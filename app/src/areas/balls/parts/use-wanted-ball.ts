import { shareIdOf } from '../../sharing/share-id'
import { useOpenShare } from '../../sharing/sharing-data'
import { ballShareToken } from './ball-share'

type Address = {
  id?: string | undefined
  share?: string | undefined
  i?: string | undefined
  scene?: string | undefined
}

/**
 * Which game an address means: the one that it names, else the one to which its short id leads, with the token that goes with
 * it. An empty id while it is not known, or is none.
 */
export function useWantedBall({ id, share, i, scene }: Address) {
  const opened = useOpenShare(id === undefined ? shareIdOf({ i, scene }) : null)
  const { data } = opened
  if (data?.kind !== 'ball') return { id: id ?? '', share: ballShareToken(share), opened }
  const token = /[?&]share=([^&]*)/.exec(data.path)?.[1]
  return { id: data.objectId ?? '', share: ballShareToken(token), opened }
}
