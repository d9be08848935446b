import { listProducts } from '@paidang/api/areas/shop'
import { notices } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { useState } from 'react'
import { productsPath } from '../../../paths'
import { SHOP_KEY } from '../../../platform/cache-keys'
import { useWide } from '../../../platform/environment'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { showToast } from '../../../platform/toast'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { CartButton } from './parts/cart-button'
import { CategoryRail } from './parts/category-rail'
import { ProductGrid, ProductGridSkeleton } from './parts/product-grid'
import { SortBar } from './parts/sort-bar'
import styles from './products-view.module.scss'
import { type ProductFilters, useCategories, useProducts } from './shop-data'

const NO_FILTERS: ProductFilters = {
  keyword: '',
  categoryId: undefined,
  order: 'default',
  direction: 'asc',
  inStock: false,
}

const KEYS = [SHOP_KEY]

/** 商城: the products, open to everybody; `categoryId` opens that category. */
export function ProductsView({ categoryId }: { categoryId?: string | undefined }) {
  useShareAppMessage(() => ({ title: '拍档商城，球拍球线球鞋', path: productsPath() }))
  const isWide = useWide()
  const [filters, setFilters] = useState<ProductFilters>({ ...NO_FILTERS, categoryId })
  const [typed, setTyped] = useState('')
  const { data: categories = [] } = useCategories()
  useFreshOnShow(KEYS)
  const change = (part: Partial<ProductFilters>) => setFilters((before) => ({ ...before, ...part }))
  const clear = () => {
    setTyped('')
    // The sorting is no filter, and stays.
    change({ keyword: '', categoryId: undefined, inStock: false })
  }

  const search = (
    <View className={styles.search}>
      <SearchField
        onCard
        placeholder="搜索商品"
        value={typed}
        onInput={setTyped}
        onSettled={(keyword) => change({ keyword })}
      />
    </View>
  )
  const rail = (
    <CategoryRail
      categories={categories}
      value={filters.categoryId}
      onChange={(chosen) => change({ categoryId: chosen })}
      isColumn={isWide}
    />
  )
  const rows = <ProductRows filters={filters} onClear={clear} />
  const sort = <SortBar {...filters} onChange={change} />
  return (
    <Page title="商城" wide={isWide}>
      {isWide ? (
        <View className={styles.desktop}>
          <View className={styles.side}>{rail}</View>
          <View className={styles.main}>
            <View className={styles.head}>
              {search}
              {sort}
            </View>
            {rows}
          </View>
        </View>
      ) : (
        <>
          {search}
          <View className={styles.bars}>
            {rail}
            {sort}
          </View>
          {rows}
        </>
      )}
      <CartButton floats />
    </Page>
  )
}

function ProductRows({ filters, onClear }: { filters: ProductFilters; onClear: () => void }) {
  const list = useProducts(filters)
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  usePullOf(list, listProducts.outcome)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <ProductGridSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="商品没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} /> : null
  }
  if (data.rows.length === 0) {
    const isFiltered = filters.keyword.trim() !== '' || filters.categoryId !== undefined || filters.inStock
    return isFiltered ? (
      <Empty title="没有找到商品" line="换个关键词或分类试试" action={{ text: '清除筛选', onPress: onClear }} />
    ) : (
      <Empty title="没有找到商品" line="上架后会出现在这里" />
    )
  }
  return (
    <View className={styles.rows}>
      <RefreshBar on={isFetching && !isPending && !isFetchingNextPage} />
      <ProductGrid products={data.rows} />
      <ListEnd list={list} of="商品" />
    </View>
  )
}
