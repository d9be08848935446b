import type { PlayerView } from '@paidang/api/areas/profile'
import * as registration from '@paidang/api/areas/registration'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Input, Outcome } from '@paidang/api/endpoint'
import { useQuery } from '@tanstack/react-query'
import { REGISTRATION_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { updateUserInfo, useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'
import { savedText } from '../../ground/content/pending-content'
import { adoptUserType } from '../profile/player-data'

/** Name and portrait appear in many lists, so everything on screen is read again. */
const EVERYTHING = [[]]

/** The caller's registration; `outcome` selects the messages for a failure. */
export function useRegistInfo(outcome: Outcome = outcomes.readUserRegistration) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...REGISTRATION_KEY, userId],
    queryFn: async ({ signal }) => {
      const info = await call(registration.readRegistInfo, { params: { id: userId ?? '' } }, { signal })
      adoptUserType(info.player)
      return info
    },
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(outcome, query.error) : undefined }
}

/** The body of a call that saves a player. */
export type PlayerForm = Input<typeof registration.savePlayer>['body']

/**
 * Saves the caller's profile; name and portrait change on this device as well. With `registers` it uses the messages
 * of a registration.
 */
export function useSavePlayer({ registers = false }: { registers?: boolean } = {}) {
  return useAction({
    endpoint: { outcome: registers ? outcomes.submitRegistration : registration.savePlayer.outcome },
    stale: EVERYTHING,
    says: registers ? undefined : (player: PlayerView) => savedText(player, '保存成功'),
    run: async (form: PlayerForm, idempotencyKey) => {
      const body = registers ? { ...form, registers } : form
      const player = await call(registration.savePlayer, { body }, { idempotencyKey })
      updateUserInfo({ nickname: player.nickname, avatar: player.avatar })
      return player
    },
  })
}

/** The body of an application to be a coach. */
export type CoachForm = Input<typeof registration.applyAsCoach>['body']

/** 申请成为教练. */
export function useApplyAsCoach() {
  return useAction({
    endpoint: registration.applyAsCoach,
    stale: [REGISTRATION_KEY],
    run: (body: CoachForm, idempotencyKey) => call(registration.applyAsCoach, { body }, { idempotencyKey }),
  })
}
