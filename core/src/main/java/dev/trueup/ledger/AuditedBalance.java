package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a store holds about a subject, summed up by the store itself and judged by {@link
 * LedgerAudit}.
 *
 * @param stored the balance; null where there is none
 * @param entries how many entries there are
 * @param lastSequence the highest sequence among them; 0 where there are none
 * @param amount the sum of their amounts
 * @param held the sum of what they hold
 * @param brokenLinks entries whose balance is not that of the one before plus themselves
 * @param open the sum of what is open of all reservations
 * @param wrongReservations reservations whose open part is not the sum of their entries
 */
public record AuditedBalance(
    Subject subject,
    @Nullable StoredBalance stored,
    long entries,
    long lastSequence,
    BigInteger amount,
    BigInteger held,
    long brokenLinks,
    BigInteger open,
    long wrongReservations) {}
