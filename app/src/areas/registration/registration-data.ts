import type { PlayerView } from '@paidang/api/areas/profile'
import * as registration from '@paidang/api/areas/registration'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Input, Outcome } from '@paidang/api/endpoint'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { updateUserInfo, useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'
import { useDeed } from '../../platform/use-deed'
import { savedWords } from '../content/pending-content'
import { hearOfType } from '../profile/player-data'

/** Under this key lies what one has registered as. */
export const REGISTRATION_KEY = ['registration'] as const

/** His name and face stand in many lists: all that is shown is read again. */
const EVERYTHING = [[]]

/** What the caller has filled in; `outcome` says in whose words its failure is told. */
export function useRegistInfo(outcome: Outcome = outcomes.readUserRegistration) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...REGISTRATION_KEY, userId],
    queryFn: async ({ signal }) => {
      const info = await call(registration.readRegistInfo, { params: { id: userId ?? '' } }, { signal })
      hearOfType(info.player)
      return info
    },
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(outcome, query.error) : undefined }
}

/** What is said of a player when he is saved. */
export type PlayerForm = Input<typeof registration.savePlayer>['body']

/** Saves the caller's profile; his name and face change on this device as well. With `registers` in words of their own. */
export function useSavePlayer({ registers = false }: { registers?: boolean } = {}) {
  return useDeed({
    endpoint: { outcome: registers ? outcomes.submitRegistration : registration.savePlayer.outcome },
    stale: EVERYTHING,
    says: registers ? undefined : (player: PlayerView) => savedWords(player, '保存成功'),
    run: async (form: PlayerForm, idempotencyKey) => {
      const body = registers ? { ...form, registers } : form
      const player = await call(registration.savePlayer, { body }, { idempotencyKey })
      updateUserInfo({ nickname: player.nickname, avatar: player.avatar })
      return player
    },
  })
}

/** What an application to be a coach says. */
export type CoachForm = Input<typeof registration.applyAsCoach>['body']

/** 申请成为教练. */
export function useApplyAsCoach() {
  return useDeed({
    endpoint: registration.applyAsCoach,
    stale: [REGISTRATION_KEY],
    run: (body: CoachForm, idempotencyKey) => call(registration.applyAsCoach, { body }, { idempotencyKey }),
  })
}
