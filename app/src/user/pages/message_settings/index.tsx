import { MessageSettingsView } from '../../../areas/ground/messages/message-settings-view'

definePageConfig({ navigationBarTitleText: '消息设置' })

/** When and of what I am told on my phone. */
export default function MessageSettingsPage() {
  return <MessageSettingsView />
}
