import { SUBSCRIPTION_TEMPLATES, type SubscriptionTemplate } from '@paidang/api/areas/message-settings'
import { type Config, ConfigError } from '../../config.ts'

/** A template as WeChat knows it: its id, and the keys of its fields in the order of our words. */
export type Template = { id: string; fields: readonly string[] }

/** The templates that were applied for; one that is absent is never sent. */
export type Templates = Readonly<Partial<Record<SubscriptionTemplate, Template>>>

/** What each template is called where people agree to it. */
export const TEMPLATE_TITLES: Readonly<Record<SubscriptionTemplate, string>> = {
  class: '约课通知',
  ball: '球局通知',
  reminder: '开始前提醒',
  stringing: '穿线进度',
  order: '订单与退款',
}

/** The forms of the fields that our words are for, in their order. */
const FORMS: Readonly<Record<SubscriptionTemplate, readonly string[]>> = {
  class: ['thing', 'thing'],
  ball: ['thing', 'thing'],
  reminder: ['thing', 'time', 'thing', 'phrase'],
  stringing: ['thing', 'thing'],
  order: ['thing', 'thing'],
}

const usualFields = (key: SubscriptionTemplate) => FORMS[key].map((form, place) => `${form}${place + 1}`)

/** What the simulator of WeChat takes. */
const SIMULATED_TEMPLATES: Templates = Object.fromEntries(
  SUBSCRIPTION_TEMPLATES.map((key) => [key, { id: `simulated-${key}`, fields: usualFields(key) }]),
)

/**
 * The templates that WECHAT_TEMPLATE_CLASS and its like name, as `id` or `id:thing4,thing7` where the keys of the fields
 * are others than thing1, thing2 …; those of the simulator where WeChat is not configured.
 *
 * @throws ConfigError with every one that has another form
 */
export function readTemplates(wechat: Config['wechat']): Templates {
  if (!wechat) return SIMULATED_TEMPLATES
  const faults: string[] = []
  const templates: Partial<Record<SubscriptionTemplate, Template>> = {}
  for (const key of SUBSCRIPTION_TEMPLATES) {
    const name = `WECHAT_TEMPLATE_${key.toUpperCase()}`
    const text = wechat[name]
    if (text === undefined) continue
    const [id = '', fieldsText] = text.split(':')
    const fields = fieldsText?.split(',') ?? usualFields(key)
    const forms = fields.map((field) => field.replace(/\d+$/, ''))
    if (/^[\w-]+$/.test(id) && forms.join() === FORMS[key].join()) templates[key] = { id, fields }
    else faults.push(`${name}：应为模板编号，或 编号:${usualFields(key).join(',')}`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return templates
}
