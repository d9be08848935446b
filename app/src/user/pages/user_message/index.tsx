import { useRouter } from '@tarojs/taro'
import { MessagesView } from '../../../areas/ground/messages/messages-view'

definePageConfig({
  navigationBarTitleText: '消息',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 消息. Parameter: messageType, the category to begin with. */
export default function UserMessagePage() {
  const { messageType } = useRouter().params
  return <MessagesView messageType={messageType} />
}
