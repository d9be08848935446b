import { useRouter } from '@tarojs/taro'
import { AdvertView } from '../../../areas/views/home/advert-view'

definePageConfig({
  navigationBarTitleText: '活动',
  enableShareAppMessage: true,
})

/** An offer with its terms and what it leads to. Parameter: id. */
export default function AdvertPage() {
  const { id = '' } = useRouter().params
  return <AdvertView id={id} />
}
