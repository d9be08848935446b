import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, orNull } from '../../shapes.ts'

/** The message templates for which WeChat asks consent. One consent allows one message of a template. */
export const SUBSCRIPTION_TEMPLATES = ['class', 'ball', 'reminder', 'stringing', 'order'] as const
export type SubscriptionTemplate = (typeof SUBSCRIPTION_TEMPLATES)[number]

/** The caller's quiet hours and consents. `templateId` is null when WeChat is not connected. */
export const MessageSettings = Type.Object({
  quietFrom: orNull(BeginTimeSlot),
  quietTo: orNull(BeginTimeSlot),
  templates: Type.Array(
    Type.Object({
      key: Type.Enum([...SUBSCRIPTION_TEMPLATES]),
      title: Type.String(),
      templateId: orNull(Type.String()),
      quota: Type.Integer(),
    }),
  ),
})
export type MessageSettings = Static<typeof MessageSettings>

export const readMessageSettings = {
  method: 'GET',
  path: '/common/messages/settings',
  access: 'app',
  summary: "The caller's settings of messages",
  outcome: outcomes.readMessageSettings,
  data: MessageSettings,
} satisfies Endpoint

export const saveMessageSettings = {
  method: 'POST',
  path: '/common/messages/settings',
  access: 'app',
  summary: 'Quiet hours, from one half-hour to another',
  description: ['They cross midnight when the second is smaller.', 'Both null: none.'],
  errors: ['quiet_hours_invalid'],
  outcome: outcomes.saveSettings,
  body: Type.Object({ quietFrom: orNull(BeginTimeSlot), quietTo: orNull(BeginTimeSlot) }),
  data: MessageSettings,
} satisfies Endpoint

export const saveSubscriptions = {
  method: 'POST',
  path: '/common/messages/subscribed',
  access: 'app',
  summary: "The caller's answers to WeChat's consent dialog",
  description: ['Each accepted template allows one message.'],
  outcome: outcomes.saveSettings,
  body: Type.Object({ accepted: Type.Array(Type.Enum([...SUBSCRIPTION_TEMPLATES]), { maxItems: 5 }) }),
  data: MessageSettings,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "When messages may go to the caller's phone, and how many WeChat may still deliver.",
  fields: {
    quietFrom: 'The half-hour at which the quiet hours begin; null for none.',
    quietTo: 'The half-hour at which the quiet hours end, exclusive; smaller than the beginning, on the next day.',
    templates: "The kinds of messages that WeChat delivers with the caller's consent.",
    key: 'The kind of message: class, ball game, reminder, stringing, or order.',
    'templates.title': 'The name of the kind, in Chinese.',
    templateId: "The id of WeChat's template; null when WeChat is not connected.",
    quota: "How many messages of the kind the caller's consents still allow.",
    accepted: 'The kinds to which the caller just agreed: class, ball, reminder, stringing, order.',
    MessageSettings: "The caller's quiet hours and consents to WeChat messages.",
  },
}
