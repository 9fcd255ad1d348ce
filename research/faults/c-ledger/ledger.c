/* Bank accounts: transfers with a fee, and a check of the books. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct account {
    char owner[16];
    long cents;
    int transfers;
};

struct bank {
    struct account accounts[8];
    int count;
    long fees;
};

static void open_account(struct bank *bank, const char *owner, long cents)
{
    struct account *account = &bank->accounts[bank->count++];
    strncpy(account->owner, owner, sizeof account->owner - 1);
    account->owner[sizeof account->owner - 1] = 0;
    account->cents = cents;
    account->transfers = 0;
}

static struct account *find(struct bank *bank, const char *owner)
{
    for (int at = 0; at < bank->count; at++) {
        if (strcmp(bank->accounts[at].owner, owner) == 0)
            return &bank->accounts[at];
    }
    return NULL;
}

static long fee(const struct account *account, long cents)
{
    if (account->transfers < 1)
        return 0;
    return cents / 100 + 25;
}

static int transfer(struct bank *bank, const char *from, const char *to, long cents)
{
    struct account *payer = find(bank, from);
    struct account *payee = find(bank, to);
    if (!payer || !payee)
        return 0;
    long cost = fee(payee, cents);
    if (payer->cents < cents + cost)
        return 0;
    payer->cents -= cents + cost;
    payee->cents += cents;
    payer->transfers++;
    bank->fees += cost;
    return 1;
}

static long total(const struct bank *bank)
{
    long sum = bank->fees;
    for (int at = 0; at < bank->count; at++)
        sum += bank->accounts[at].cents;
    return sum;
}

int main(void)
{
    struct bank bank;
    memset(&bank, 0, sizeof bank);
    open_account(&bank, "ada", 100000);
    open_account(&bank, "bob", 50000);
    open_account(&bank, "cyd", 0);
    long before = total(&bank);
    transfer(&bank, "ada", "bob", 20000);
    transfer(&bank, "ada", "cyd", 10000);
    transfer(&bank, "bob", "cyd", 5000);
    assert(total(&bank) == before);
    printf("fees: %ld\n", bank.fees);
    /* The second transfer of ada's costs 1.25. */
    assert(bank.fees == 125);
    return 0;
}
