import { contractPhotos, uploadUserContract } from '@paidang/api/areas/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { showDone, showFailed } from '../../../platform/toast'

/**
 * A link to a photo is valid for ten minutes. A list older than this is read again before it is shown. Source: server,
 * "createFileLinks"
 */
const LINKS_FRESH_MS = 5 * 60_000

/** The contract photos of a player, latest first. The player sees all, a coach or admin those of their companies. */
export function useContractPhotos(ownerId: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: ['contracts', 'photos', userId, ownerId],
    queryFn: ({ signal }) => call(contractPhotos, { params: { userId: ownerId } }, { signal }),
    enabled: userId !== null && ownerId !== '',
    refetchInterval: LINKS_FRESH_MS,
  })
}

/** Adds an uploaded picture to the student's contracts; `act` resolves to whether it succeeded. */
export function useUploadContract() {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const { outcome } = uploadUserContract
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: { userId: string; contractAttachment: string; companyId?: string }) =>
      call(uploadUserContract, { body }),
    onSuccess: () => showDone(outcome),
    onError: (error) => showFailed(outcome, error),
    onSettled: () => {
      running.current = false
      return queryClient.invalidateQueries({ queryKey: ['contracts', 'photos'] })
    },
  })
  const act = async (body: Parameters<typeof mutateAsync>[0]): Promise<boolean> => {
    // Two presses can arrive before the button is drawn as busy.
    if (running.current) return false
    running.current = true
    return mutateAsync(body).then(
      () => true,
      // The message has been shown already.
      () => false,
    )
  }
  return { act, isPending }
}
