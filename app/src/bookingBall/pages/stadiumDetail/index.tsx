import { useRouter } from '@tarojs/taro'
import { StadiumView } from '../../../areas/views/stadium/stadium-view'

definePageConfig({
  navigationBarTitleText: '场馆详情',
  enableShareAppMessage: true,
})

/** 场馆详情. Parameter: id. */
export default function StadiumDetailPage() {
  const { id } = useRouter().params
  return <StadiumView id={id} />
}
