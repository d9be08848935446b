import { shareIdOf, useOpenShare } from '../../../ground/sharing/sharing-data'
import { ballShareToken } from './ball-share'

type Address = {
  id?: string | undefined
  share?: string | undefined
  i?: string | undefined
  scene?: string | undefined
}

/**
 * Returns the game of an address: the one it names, else that of its short id, with its token. The id is empty while it
 * is unknown or does not exist.
 */
export function useBallOfAddress({ id, share, i, scene }: Address) {
  const opened = useOpenShare(id === undefined ? shareIdOf({ i, scene }) : null)
  const { data } = opened
  if (data?.kind !== 'ball') return { id: id ?? '', share: ballShareToken(share), opened }
  const token = /[?&]share=([^&]*)/.exec(data.path)?.[1]
  return { id: data.objectId ?? '', share: ballShareToken(token), opened }
}
