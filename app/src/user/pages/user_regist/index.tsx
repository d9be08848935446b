import { useRouter } from '@tarojs/taro'
import { RegistView } from '../../../areas/people/registration/regist-view'

/** Registration as a player, or as a coach. Parameters: as */
export default function UserRegistPage() {
  const { as } = useRouter().params
  return <RegistView as={as} />
}
