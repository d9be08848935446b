import { useRouter } from '@tarojs/taro'
import { RegistView } from '../../../areas/people/registration/regist-view'

definePageConfig({
  navigationBarTitleText: '注册',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})

/** Registration as a player, or as a coach. Parameters: as */
export default function UserRegistPage() {
  const { as } = useRouter().params
  return <RegistView as={as} />
}
