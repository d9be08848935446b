import { useRouter } from '@tarojs/taro'
import { SearchView } from '../../../areas/views/search/search-view'

definePageConfig({ navigationBarTitleText: '搜索' })

/** Coaches, venues and games. Parameters: keyword */
export default function SearchPage() {
  const { keyword } = useRouter().params
  return <SearchView keyword={keyword} />
}
