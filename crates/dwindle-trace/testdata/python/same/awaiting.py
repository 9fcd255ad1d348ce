import asyncio


def plain():
    return None


class Countdown:
    def __await__(self):
        yield from asyncio.sleep(0).__await__()
        return "done"


class Half:
    async def __aenter__(self):
        return self


async def tried(make):
    try:
        print(await make())
    except (TypeError, AttributeError) as error:
        print("await" in str(error) or "exit" in str(error) or "context manager" in str(error))


async def entered():
    async with Half():
        print("never")


async def looped():
    async for item in [1, 2]:
        print("never")


async def main():
    await tried(plain)
    await tried(list)
    await tried(Countdown)
    await tried(entered)
    try:
        await looped()
    except TypeError as error:
        print(error)


asyncio.run(main())
#> True
#> True
#> done
#> True
#> 'async for' requires an object with __aiter__ method, got list
