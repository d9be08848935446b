import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { useToast } from '../../../../platform/toast-present'
import { type FakeAnswer, type FakeCall, freshCache } from '../../../../testing/fake-server'
import { DialogHost } from '../../../../ui/dialog-host'
import { InvitationView } from '../invitation-view'
import type { InvitationInfo } from '../parts/invitation-info'
import { onTheWire } from './given-invitation'

/** Opens the booking view of class 1, or of another. `ask` is the step that its address names. */
export const openInvitation = (id = '1', share?: string, ask?: string) =>
  render(
    <QueryClientProvider client={freshCache()}>
      <InvitationView invitationId={id} share={share} ask={ask} />
      <DialogHost />
    </QueryClientProvider>,
  )

/** Returns the server's answer with this booking view. */
export const found = (info: InvitationInfo): FakeAnswer => ({ data: onTheWire(info) })

/** Finds a button by its text. */
export const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Returns the calls that change something. */
export const sent = (calls: readonly FakeCall[]) => calls.filter(({ method }) => method !== 'GET')

/** Returns the text of the toast. */
export const toast = () => useToast.getState().toast?.text
