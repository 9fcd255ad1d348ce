-- A depot.
data Kind = Small | Large Int
  deriving (Eq, Show)

newtype Name a = Name a

type Table k = [(k, Int)]

class Owner a

instance Owner Kind

limit :: Int
limit = 10

total :: (Num a, Ord a) => [a] -> a -> a
total [] _ = 0
total (x : xs) scale =
  let doubled = x * 2
      rest = total xs scale
   in if doubled > scale then doubled + rest else negate rest

table :: Table String
table = [("a", 1), ("b", 2)]

{- Several
   lines. -}
main :: IO ()
main = do
  line <- getLine
  mapM_ (\(k, v) -> putStrLn (k ++ show v)) table
  print [x * y | x <- [1 .. 3], y <- [2, 4 ..], odd x]
  print $ foldr (+) 0 [1.5, 2e3] where unused = 'c'

infixl 6 <+>
a <+> b = a + b `mod` 3

owner (Large n)
  | n > 100 = "huge"
  | otherwise = "large"
